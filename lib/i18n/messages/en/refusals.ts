import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/refusals.ts'

const refusals: Shape<typeof zh> = {
  takenBy: 'this order has been claimed by {name}',
  notOfStage: 'this person does not work on this stage',
  coolingOff: 'this customer was rejected less than 30 days ago and may be submitted again after {date}',
  shopOutsideScope: 'the shop is outside your data scope',
  salesmanOutsideScope: 'the account manager is outside your data scope',
  productNotOffered: 'the product is not on offer',
  customerChanged: 'for another customer, please void this order and begin a new one',
  confirmDti: 'the debt to income ratio is above 70 %, please confirm before submitting',
  fileEmpty: 'the file is empty',
  fileTooLarge: 'a file cannot exceed 10 MB',
  fileType: 'only JPG, PNG and PDF files are supported',
  filePixels: 'the picture is too large',
  fileBroken: 'the picture cannot be read, please take or choose another',
  fileCount: 'at most {max} files can be uploaded for this material',
  materialUnknown: 'the order has no such material',
  materialReviewed: 'this material has already been approved',

  badInput: 'some values are wrong, please check the marked ones',
  sessionEndedBy: 'An administrator ended your session: {reason}',
  notFound: 'the record does not exist or has been deleted',
  stale: 'somebody else has changed the record, please refresh',
  tooLarge: 'too large',
  locked: 'the screen is locked, please unlock it first',
  unlockTries: '{count} wrong passwords in a row, please sign in again',
  tooMany: 'too many tries, please try again later',
  badField: 'please enter a correct value',
  eventReused: 'this action number was used before, please refresh and try again',
  wrongPassword: 'wrong user name or password',
  accountStopped: 'this account is disabled, please contact an administrator',
  accountLocked: 'this account is locked, please contact an administrator',
  oneTimeExpired: 'The one-time password has expired; ask an administrator for a new one',
  newPasswordNeeded: 'First sign-in: choose a password of your own',
  tooManyLogins: 'too many failed tries, please try again in {minutes} minutes',
  draftsFull:
    'There are {max} unsubmitted drafts already. Submit or discard drafts you no longer use in the list of drafts, then try again',
  draftTooLarge: 'The draft is too large to be saved by itself. Shorten it and try again',
  draftGone: 'This draft was submitted or discarded in another window',
  draftMade: 'This draft was saved as order {orderNo} in another window',
  preferencesFull:
    'There are {max} personal settings already. Restore the default columns of another list first',
  preferenceTooLarge: 'The setting is too large and was not saved',
}

export default refusals
