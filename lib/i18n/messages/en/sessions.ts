import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/sessions.ts'

const sessions: Shape<typeof zh> = {
  title: 'Signed-in devices',
  hint: 'End a device that you do not know, and change your password',
  device: 'Browser',
  ip: 'IP address',
  signedIn: 'Signed in',
  activeAt: 'Last used',
  state: 'State',
  here: 'This device',
  locked: 'Locked',
  open: 'In use',
  unknownDevice: 'Unknown browser',
  end: 'End',
  endSession: 'End {device}',
  endQuestion:
    'The login of "{device}" ends: it has to sign in again, and what is not saved there is lost. Continue?',
  ended: 'The login of that device has ended',
}

export default sessions
