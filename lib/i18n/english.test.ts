import * as en from './messages/en/index.ts'
import { translator } from './translator.ts'

/** What is said in the other language: what leads back to it, and the marks that stand in every contract's text. */
const meant = [
  ...['shell.switchLanguage', 'contracts.wrong.end', 'contracts.wrong.open'],
  // The bank's answer has these words.
  ...['paymentFiles.answerHint', 'paymentFiles.findings.result', 'paymentFiles.refusals.columns'],
]
const chinese = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/

function texts(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, child]) => texts(child, path ? `${path}.${key}` : key))
}

test('no Chinese is left in what English says: statuses, verbs, refusals, tabs, permissions, roles', () => {
  const left = texts(en).filter(([key, text]) => chinese.test(text) && !meant.includes(key))
  expect(left).toEqual([])
  expect(translator(en)('order.status.wait_pre')).not.toBe('order.status.wait_pre')
})
