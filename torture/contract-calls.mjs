/** The calls of the contracts, and how each is asked. */
import { endpointTable } from '../lib/domains/endpoints.ts'

export const calls = [...endpointTable.values()]
export const isPublic = ({ access }) => access === 'public'
/** A file that a browser opens by its address, as a picture or a download. */
export const byAddress = ({ kind, method }) => kind === 'file' && method === 'GET'
/** A call that needs a session and does nothing to it. */
export const LIST = '/nlos/home/list'
export const MULTIPART = 'multipart/form-data; boundary=torture'

export const nameOf = ({ method, path }) => `${method} ${path}`

/** The least body that a call takes. */
export const bodyOf = (endpoint) =>
  endpoint.kind === 'upload'
    ? { body: '--torture--\r\n', headers: { 'content-type': MULTIPART } }
    : endpoint.signed
      ? { body: '{}', headers: { 'content-type': 'application/json', 'x-nlos-signature': 'none' } }
      : endpoint.method === 'GET'
        ? {}
        : { body: 'a=1' }
