/** Words in exported files beside the names of the fields. */
const workbook = {
  sheet: '订单',
  by: '导出人 {name}（{account}） {time}',
  cut: '仅导出前 {count} 条',
  system: '系统',
  stayHours: '滞留(小时)',
}

export default workbook
