/** Kinds of files that the service takes as papers, and the largest. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'application/pdf']
export const maxUploadBytes = 10 * 1024 * 1024

/** True where the service may take it: where a browser knows no kind by the name, the content decides, there. */
export const mayBePaper = ({ type }: Blob): boolean => type === '' || acceptedTypes.includes(type)
