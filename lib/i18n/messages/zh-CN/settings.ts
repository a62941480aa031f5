/** What a person sets: the drawer, themes, language, cache; and the log of errors (wording.md). */
const settings = {
  copyright: '版权信息',
  version: '当前版本：{version}',
  manual: '使用手册',
  releaseNotes: '更新日志',
  on: '开启',
  off: '关闭',
  switches: '显示',
  showTag: '标签',
  showDebug: '日志',
  showTheme: '主题',
  showColor: '主题色',
  showFullScren: '全屏',
  showLock: '锁屏',
  showSearch: '搜索',
  showCollapse: '缩放',
  showMenu: '顶部菜单',

  look: '外观',
  dark: '深色模式',
  weak: '色弱模式',
  compact: '紧凑布局',

  choose: '选择',
  themeDefault: '默认主题',
  themeColourful: '炫彩主题',
  themeBlack: '黑色主题',
  themeGradient: '渐变主题',

  ownColor: '自选颜色',
  tenantColor: '恢复默认',

  language: '语言',

  clearCache: '清除缓存',
  clearCacheQuestion:
    '将清除本机保存的设置、账号与错误日志，并重新读取数据；登录状态与打开的标签保留，是否继续?',
  clearCacheUnsaved: '{labels}有未保存的内容，清除缓存后将丢失，是否继续?',
  clearCacheDone: '缓存已清除',

  log: '日志',
  logType: '类型',
  logUrl: '地址',
  logMessage: '内容',
  logStack: '错误堆栈',
  logTime: '时间',
  logUpload: '上传服务器',
  logClear: '清空本地日志',
  logUploadQuestion: '确定上传本地日志到服务器?',
  logClearQuestion: '确定清空本地日志记录?',
  logUploaded: '发送成功!',
  logCleared: '清空成功!',
  logNone: '页面出错时会记录在这里',
  script: '脚本错误',
  promise: '未处理的异常',
  react: '界面错误',
  chunk: '资源加载失败',
  logLimit: '上传过于频繁，请稍后再试',
}

export default settings
