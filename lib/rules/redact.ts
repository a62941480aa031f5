/**
 * A log line may not hold these, whatever put it there: an error's message repeats what somebody typed. Numbers of
 * persons and cards, secrets, and the parameters of a failed query are taken out; the rest stays readable.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Anything of interest has one of these; most texts have none, and are passed at the cost of one look. */
const SUSPICIOUS = /\d{11}|[\w-]{32}|params: |Fe26\./

/** The same text without personal numbers and secrets. */
export function redact(text: string): string {
  if (UUID.test(text) || !SUSPICIOUS.test(text)) return text
  return (
    text
      // Drizzle ends its message with the values of the query; a stack follows.
      .replace(/\bparams: [\s\S]*?(?=\n\s+at |$)/g, 'params: [values]')
      .replace(/Fe26\.2\*[^\s"',;]+/g, '[seal]')
      .replace(/[\w-]{32,}/g, (word) => (isSecret(word) ? '[secret]' : word))
      .replace(/(?<!\d)(?:\d{17}[Xx]|\d{11,19})(?!\d)/g, (digits) => kindOf(digits) ?? digits)
  )
}

/** A token, a hash, a key: long, and of letters and digits; an id of a request is neither secret nor long. */
const isSecret = (word: string) => !UUID.test(word) && /\d/.test(word) && /[a-z]/i.test(word)

function kindOf(digits: string): string | undefined {
  if (/^\d{17}[\dXx]$/.test(digits)) return '[id no]'
  if (/^1[3-9]\d{9}$/.test(digits)) return '[mobile]'
  return digits.length >= 13 && passesLuhn(digits) ? '[card]' : undefined
}

/** The check digit of bank cards. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
