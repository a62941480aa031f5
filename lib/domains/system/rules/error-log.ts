/** An error that a page had (specification points 3 and 8), as the browser notes it and the service stores it. */

export const errorTypes = ['script', 'promise', 'react', 'chunk'] as const
export type ErrorType = (typeof errorTypes)[number]

/** Of errors that count as one. */
export const errorGroupStatuses = ['待解决', '已解决'] as const
export type ErrorGroupStatus = (typeof errorGroupStatuses)[number]

export type LoggedError = {
  type: ErrorType
  message: string
  stack: string
  /** Everything else that is known: the components around it, the file that failed. */
  info: string
  /** Path of the page; queries hold names and numbers of people. */
  url: string
  /** Epoch ms. */
  time: number
}

/** Longest texts in characters; the rest of a text says nothing more. */
export const errorLimits = { message: 500, stack: 4000, info: 1000, url: 300 } as const

/** A browser keeps so many errors, the newest; an upload holds no more. */
export const mostErrors = 50

/**
 * A text without what may be personal or secret: queries of addresses, runs of seven digits and more (mobiles, ID
 * cards, bank cards), words as long as a token.
 */
export function withoutPersonalData(text: string): string {
  return text
    .replace(/[?#][^\s"'()]*=[^\s"'():]*/g, '')
    .replace(/\d{7,}[Xx]?/g, '***')
    .replace(/[A-Za-z0-9_.-]{40,}/g, (word) => (/[./]/.test(word) && !/^eyJ/.test(word) ? word : '***'))
}

/** The error as it may be kept: texts cut and without personal data, the address without its query. */
export function cleanError(error: LoggedError): LoggedError {
  const cut = (text: string, limit: number) => withoutPersonalData(text).slice(0, limit)
  return {
    type: error.type,
    message: cut(error.message, errorLimits.message),
    stack: cut(error.stack, errorLimits.stack),
    info: cut(error.info, errorLimits.info),
    url: cut(error.url.replace(/[?#].*$/s, ''), errorLimits.url),
    time: error.time,
  }
}

/** True where a failure is a file of the page that did not come; Next's chunks say so by name. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError'
