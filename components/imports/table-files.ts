/** The kinds of file that a browser offers where rows are brought in. */
export const tableFiles =
  '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
