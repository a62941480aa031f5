/** Small pieces that every screen uses. */
const ui = {
  loading: '加载中',
  retry: '重试',
  partFailed: '这一部分的数据无法显示，页面其余部分可继续使用。已记入错误日志，请联系管理员',
  incident: '错误编号 {id}',
  copy: '复制 {text}',
  copied: '已复制',
  copyRefused: '浏览器不允许复制，请手动选择',
  reveal: '查看完整{label}',
  calendar: '选择{label}',
  choices: '选项',
  noChoice: '没有匹配的选项',
  moreChoices: '还有{count}项，请输入文字缩小范围',
  close: '关闭',
  all: '全部',
  unfinished: '未完成',
  yes: '是',
  no: '否',
  /** Between the members of an enumeration. */
  separator: '、',
  colon: '：',
  justNow: '刚刚',
  minutes: '{minutes}分钟',
  hoursMinutes: '{hours}小时{minutes}分',
  daysHours: '{days}天{hours}小时',
  ago: '{time}前',
  ahead: '{time}后',
  stayTip: '{since} 起，标准时限 {hours} 个工作小时',
}

export default ui
