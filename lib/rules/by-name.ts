const pinyin = new Intl.Collator('zh-CN-u-co-pinyin', { numeric: true })

/** The order of names wherever people choose among them: by pinyin, numbers by their size. */
export const byName = (a: { name: string }, b: { name: string }): number => pinyin.compare(a.name, b.name)
