import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { book, readAnswer, refuseAnswer } from './answers.ts'
import { askCancel, cancelFile } from './cancel-file.ts'
import { fileList } from './file-record.ts'
import { makeFile, readWaiting } from './make-file.ts'
import { downloadFile, readFile } from './read-file.ts'

export const paymentFileHandlers: HandlersOf<Contracts['paymentFiles']> = {
  list: fileList.page,
  waiting: readWaiting,
  get: readFile,
  make: makeFile,
  download: downloadFile,
  readAnswer,
  book,
  refuseAnswer,
  cancel: cancelFile,
  askCancel,
}
