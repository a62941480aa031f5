/**
 * The name of a file on its way: what a user typed, said in a header by whoever answers with the file. One encoder for
 * the service and for the door, so that a name that one of them stores is one that the other can send.
 */

const longest = 150

/**
 * A name that fits into one line and deceives nobody: no control, direction or path characters, no half of a character,
 * and its end, where the type stands, is kept.
 */
export function plainFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, '_')
  // By character, not by unit: a cut through a pair would leave a half that no header can say.
  return [...plain].slice(-longest).join('')
}

/** The header `content-disposition` of a download (RFC 6266): for every browser in ASCII, for all of today's in full. */
export function attachmentHeader(name: string): string {
  const plain = plainFileName(name)
  const ascii = plain.replace(/[^\x20-\x7e]|[%']/gu, '_')
  const encoded = encodeURIComponent(plain).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** The name in a `content-disposition`: `filename*` before `filename`. */
export function fileNameIn(header: string | null | undefined): string {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // No percent-encoded text: the plain name below is as good as any.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '')
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? 'download'
}
