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
}

export default refusals
