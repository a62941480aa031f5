import type { StoredMime } from './check-file.ts'

/** A name to show and to save under: no path, no control or direction characters, at most 100 characters. */
export function shownName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const plain = base
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - extension.length)].slice(0, 100 - extension.length).join('')
  return `${stem || 'file'}${extension}`
}

const endings: Record<StoredMime, { is: RegExp; ending: string }> = {
  'image/jpeg': { is: /\.jpe?g$/i, ending: '.jpg' },
  'image/png': { is: /\.png$/i, ending: '.png' },
  'application/pdf': { is: /\.pdf$/i, ending: '.pdf' },
}
/** The endings that say a kind; any other is a part of the name, as in `2026.11`. */
const kindEnding = /\.(?:jpe?g|jfif|jpe|png|pdf|webp|hei[cf]|gif|bmp|tiff?|tmp)$/i

/** The name of a stored file, whose ending is that of its content, so that it opens where it is saved. */
export function storedName(name: string, mime: StoredMime): string {
  const { is, ending } = endings[mime]
  const plain = name.trim()
  return shownName(is.test(plain) ? plain : `${plain.replace(kindEnding, '')}${ending}`)
}
