export const rows = Array.from({ length: 20 }, (_row, at) => ({
  no: `QC20261121${at}`,
  name: '王建国',
  amount: '128,000.00',
}))
