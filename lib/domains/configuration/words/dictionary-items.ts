import { codedWords } from '../rules/coded-words.ts'

/** Labels of the dictionaries that the product comes with, by code: the audit log says a value by them. */
const dictionaryItems: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(codedWords).map(([type, items]) => [
    type,
    Object.fromEntries(items.map(({ code, label }) => [code, label])),
  ]),
)

export default dictionaryItems
