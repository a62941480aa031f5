/** Looks for what a log may not hold, by what it is and not by how the log takes it out. */
import { createHash } from 'node:crypto'

/**
 * Everything that the journeys type and the server sets; the announcement of the demo's password is no line of the log.
 */
const demoPassword = 'Demo@2026'
const known = [demoPassword, createHash('md5').update(demoPassword).digest('hex'), 'Fe26.2*']

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const isIdNo = (text) => {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return '10X98765432'[sum % 11] === text[17].toUpperCase()
}

const kinds = [
  ['an ID number', /(?<!\d)\d{17}[\dXx](?!\d)/g, isIdNo],
  ['a mobile number', /(?<!\d)1[3-9]\d{9}(?!\d)/g, () => true],
  ['a token', /"(token|cookie|password|authorization)":"[^"]+"/gi, () => true],
]

/** Of a request: twelve of its characters may be a letter and a mobile number, by chance. */
const requestId = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/**
 * @param {string} log lines of JSON among others, which are no lines of the log
 * @returns {string[]} one sentence for each line that holds something
 */
export function leaksIn(log) {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => [
      ...known.filter((text) => line.includes(text)).map((text) => `${text}: ${line}`),
      ...kinds.flatMap(([name, pattern, counts]) =>
        [...line.replaceAll(requestId, '').matchAll(pattern)]
          .filter(([found]) => counts(found))
          .map(() => `${name}: ${line}`),
      ),
    ])
}
