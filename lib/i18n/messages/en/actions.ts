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
    firstPassword: 'Set a password at the first sign-in',
  },
  staff: {
    createUser: 'Add a user',
    saveUser: 'Edit a user',
    stop: 'Disable a user',
    start: 'Enable a user',
    reset: 'Reset a password',
    unlock: 'Unlock a user',
    createRole: 'Add a role',
    saveRole: 'Edit a role',
    removeRole: 'Delete a role',
  },
  list: { export: 'Exported a list' },
  session: { end: 'Ended a session' },
  sensitive: { reveal: 'Saw a value in clear' },
  customer: { create: 'Customer record made', update: 'Customer record updated' },
  order: {
    save_intake: 'Saved the intake',
    save_entry: 'Saved the entry',
    read_clear: 'Opened a form (in clear)',
    transfer: 'Transferred',
  },
  material: { upload: 'Uploaded material', remove: 'Removed material' },
  call: { dial: 'Dialled' },
  blacklist: {
    add: 'List entry added',
    stop: 'List entry stopped',
  },
  evidence: { pin: 'Evidence marked', unpin: 'Evidence mark removed' },
  seat: {
    occupy: 'Took a seat',
    free: 'Freed the seat',
    lapse: 'Seat freed by time',
    add: 'Added a seat',
    save: 'Changed a seat',
    release: 'Freed a seat by force',
  },
  collect: {
    make_link: 'Made a collection link',
    revoke_link: 'Revoked a collection link',
    submit: 'Customer sent information',
  },
  complaint: { save: 'Saved a complaint' },
  notice: { send: 'Sent a notice', save: 'Saved a notice', withdraw: 'Withdrew a notice' },
  reminder: { set: 'Set a reminder', cancel: 'Cancelled a reminder' },
  feedback: { handle: 'Handled feedback' },
  errorLog: { settle: 'Marked an error' },
  configuration: {
    saveMenu: 'Saved a menu entry',
    moveMenu: 'Moved a menu entry',
    removeMenu: 'Removed a menu entry',
    saveDictionary: 'Saved a dictionary',
    removeDictionary: 'Removed a dictionary',
    saveDictionaryItem: 'Saved a dictionary value',
    moveDictionaryItem: 'Moved a dictionary value',
  },
  tenant: {
    save: 'Changed the tenant settings',
    picture: 'Changed a brand picture',
    official_token: 'Changed the official account token',
  },
}

export default actions
