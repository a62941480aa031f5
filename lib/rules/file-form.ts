/**
 * The ways in which an account number stays text in a file, which is for the importer of its bank to say: behind a tab,
 * as spreadsheets need it, with every value in quotes, or in a workbook whose cells are text.
 */
export const fileForms = ['tab', 'quoted', 'xlsx'] as const
export type FileForm = (typeof fileForms)[number]
/** Of a paying account for which nothing is set. */
export const usualFileForm: FileForm = 'tab'
/** The dictionary of the accounts that have a form. */
export const hasFileForm = (type: string): boolean => type === 'payer_account'
