/**
 * The reason why a file is not taken; `key` is of the catalogue. Light: the process that cleans files loads no
 * catalogue.
 */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
  readonly key: FileRefusalKey

  constructor(key: FileRefusalKey) {
    super(key)
    this.key = key
  }
}

export type FileRefusalKey = `refusals.${
  | 'fileEmpty'
  | 'fileTooLarge'
  | 'fileType'
  | 'fileHeif'
  | 'filePixels'
  | 'fileBroken'
  | 'filePdfCut'
  | 'filePdfActive'
  | 'filePdfLocked'
  | 'filePdfUnread'}`
