/** Bytes of an upload. */
export const maxFileBytes = 10 * 1024 * 1024

/** Pixels of a preview. */
export const previewWidth = 320
