/** Kinds of files that the service takes as papers, and the largest. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'application/pdf']
export const maxUploadBytes = 10 * 1024 * 1024
