import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/account.ts'

const account: Shape<typeof zh> = {
  changePassword: 'Change password',
  original: 'Original password',
  originalPlaceholder: 'To change the login password',
  newPassword: 'New password',
  confirm: 'Confirm password',
  payOriginal: 'Original pay password',
  payProof: 'Login password',
  payProofHint: 'The first pay password is confirmed with the login password',
  payPassword: 'Pay password',
  payConfirm: 'Confirm pay password',
  payPart: 'Pay password (to check a release, settle or write off)',
  change: 'Change',
  passwordChanged: 'Password changed successfully, try logging in again?',
  notOwn: 'You can change your own password only',
  wrongOriginal: 'The original password is wrong',
  wrongPayOriginal: 'The original pay password or login password is wrong',
  tooManyTries: 'Too many wrong original passwords, please try again in {minutes} minutes',
  weak: 'This password is too common, please choose another',

  personalInfo: 'Personal info',
  basics: 'Basics',
  name: 'Name',
  username: 'Username',
  mobile: 'Mobile',
  signature: 'Signature',
  nameHint: 'Kept by the administrator',
  infoSaved: 'Information changed successfully!',
  mobileTaken: 'This mobile belongs to another employee',

  feedback: 'Problem feedback',
  plainType: 'Type',
  content: 'Content',
  contentPlaceholder: 'Describe the problem, without ID numbers and mobiles of customers',
  type01: 'usage problem',
  type03: 'service problem',
  type04: 'other',
  feedbackQuestion: 'Confirm sending?',
  feedbackSent: 'sent successfully, please confirm!',
  feedbackLimit: 'At most 10 feedbacks an hour, please try again later',

  currentVersion: 'Current version',
  noReleases: 'No release notes yet',
}

export default account
