import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/actions.ts'

const actions: Shape<typeof zh> = {
  identity: {
    login: 'Signed in',
    logout: 'Logged out',
    lock: 'Locked the screen',
    unlock: 'Unlocked the screen',
    unlockRefused: 'Too many wrong unlock passwords',
    ownInfo: 'Changed own info',
    passwordChanged: 'Changed the password',
    passwordRefused: 'Password change refused (wrong original)',
    payPasswordRefused: 'wrong pay password',
    firstPassword: 'Set a password at the first sign-in',
  },
  list: { export: 'Exported a list' },
  sensitive: { reveal: 'Saw a value in clear' },
  customer: { create: 'Customer record made', update: 'Customer record updated' },
  order: {
    save_intake: 'Saved the intake',
    save_entry: 'Saved the entry',
    read_clear: 'Opened a form (in clear)',
    tel_verify: 'Recorded a phone check',
    condition_met: 'Condition met',
    transfer: 'Transferred',
  },
  diligence: {
    order: 'Order due diligence',
    assign: 'Assign due diligence',
    resume: 'Take up due diligence again',
    read_clear: 'Open a due-diligence task (in clear)',
    save: 'Fill in due diligence',
    add_photo: 'Upload a due-diligence photo',
    remove_photo: 'Remove a due-diligence photo',
    submit: 'Submit due diligence',
    accept: 'Accept due diligence',
    return: 'Return due diligence',
    cancel: 'Cancel due diligence',
  },
  material: { upload: 'Uploaded material', remove: 'Removed material' },
  call: { dial: 'Dialled' },
  relation: { look: 'Relations looked up' },
  product: {
    save: 'Save product draft',
    revise: 'Revise product',
    publish: 'Publish product',
    stop: 'Stop product',
    discard: 'Discard product draft',
  },
  scene: {
    draft: 'Scene draft made',
    save: 'Scene draft saved',
    open: 'Scene opened',
    close: 'Scene closed',
    discard: 'Scene draft deleted',
  },
  residual: { save: 'Save residual value', remove: 'Delete residual value' },
  fee: { add: 'Save fee', stop: 'Stop fee' },
  complaint: { save: 'Saved a complaint' },
  reminder: { set: 'Set a reminder', cancel: 'Cancelled a reminder' },
}

export default actions
