import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/service.ts'

const service: Shape<typeof zh> = {
  names: {
    titles: { serviceCalls: 'Service calls' },
  },
  checked: 'Answers checked',
  embedded: 'The embedded service answers: it checks every answer before it is sent, so nothing stands here.',
  agreed:
    'Since this process began, every answer of the outside service that was looked at was as the contract says.',
  report:
    'Answers are passed on and then looked at in samples (the first 20 of each call, then one in 300); what differs is noted in the log (NLOS_ANSWERS=report).',
  refuse:
    'Undeclared fields are left out; answers that lack something are refused with 502 and noted in the log (NLOS_ANSWERS=refuse).',
  call: 'Call',
  what: 'Difference',
  kind: 'Kind',
  surplus: 'Undeclared field',
  wrong: 'Missing or of another type',
  times: 'Times found',
  lastAt: 'Last',
  requestId: 'Request id',
  calls: 'Calls',
  search: 'Path, name or description',
  none: 'No call fits',
  choose: 'Choose a call',
  access: 'Who may call',
  writes: 'Writes',
  onlyReads: 'Only reads',
  public: 'Anybody',
  session: 'Whoever is signed in',
  evenLocked: 'Whoever is signed in, locked too',
  noFields: 'No fields',
  required: 'required',
  jsonHint: 'JSON text',
  send: 'Send',
  sendWrite: 'This call writes, in your name and on real data. Send it?',
  upload: 'Uploads are made on the pages that need them',
  answer: 'Answer',
  status: 'Status {status}, {ms} ms',
  file: 'File, {size} bytes',
  unanswered: 'No answer, please check the network',
  document: 'Download the OpenAPI description',
}

export default service
