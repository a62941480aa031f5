import { contractConditions, contractFields, contractLists, contractParties } from './contract-text.ts'

/** Everything that may stand in a template, as its editor puts it in. */

export type Snippet = { name: string; text: string }
export type SnippetGroup = 'fields' | 'conditions' | 'lists' | 'others'

/** A template begins with this. */
export const firstText = '# 第一条\n承租人：{承租人姓名}\n[签章 承租人 出租人]'

export const contractSnippets: Readonly<Record<SnippetGroup, readonly Snippet[]>> = {
  fields: contractFields.map((name) => ({ name, text: `{${name}}` })),
  conditions: contractConditions.map((name) => ({
    name: `如果 ${name}`,
    text: `\n[如果 ${name}]\n\n[完]\n`,
  })),
  lists: contractLists.map((name) => ({ name: `表格 ${name}`, text: `\n[表格 ${name}]\n` })),
  others: [
    ...contractParties.map((name) => ({ name: `签章 ${name}`, text: `\n[签章 ${name}]\n` })),
    { name: '换页', text: '\n[换页]\n' },
  ],
}
