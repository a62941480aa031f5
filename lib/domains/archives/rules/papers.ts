/** Papers as they are called, and the codes on their labels. */

export const docTypes = [
  '机动车登记证书',
  '合同原件',
  '发票',
  '保单',
  '备用钥匙',
  '身份证复印件',
  '授权书',
  '其他',
] as const
export type DocType = (typeof docTypes)[number]

export type Paper = { docType: DocType; copies: number; isOriginal: boolean }

/** The signs that a paper's label has in Code 128: `DA2025000123-01`. */
export const itemCode = (archiveNo: string, itemNo: number): string =>
  `${archiveNo}-${String(itemNo).padStart(2, '0')}`

const codeForm = /^(DA\d{10,})(?:-(\d{2}))?$/
/** The file, and the paper in it, that a scanned text names; null for any other text. */
export function readCode(text: string): { archiveNo: string; itemNo: number | null } | null {
  const [, archiveNo, itemNo] = codeForm.exec(text.trim().toUpperCase()) ?? []
  return archiveNo === undefined ? null : { archiveNo, itemNo: itemNo === undefined ? null : Number(itemNo) }
}
