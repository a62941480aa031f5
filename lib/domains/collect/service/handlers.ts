import { inTenantOf } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { listLinks, makeLink, revokeLinks } from './links.ts'
import { findForm, readCities } from './open-form.ts'
import { sendCode } from './send-code.ts'
import { submitForm } from './submit-form.ts'

export const collectHandlers: HandlersOf<Contracts['collect']> = {
  form: ({ token }, { tenantCode }) =>
    inTenantOf(tenantCode, async () => {
      const { state } = await findForm(token)
      return { state, cities: state === 'ready' ? await readCities() : [] }
    }),
  sendCode,
  submit: submitForm,
  makeLink,
  links: (_input, call) => listLinks(call),
  revokeLinks,
}
