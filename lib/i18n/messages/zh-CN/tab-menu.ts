/** The menu of a tab. */
const tabMenu = {
  refresh: '刷新页面',
  close: '关闭当前',
  closeOthers: '关闭其他',
  closeLeft: '关闭左侧',
  closeRight: '关闭右侧',
  closeAll: '关闭全部',
  pin: '固定标签',
  unpin: '取消固定',
  moveLeft: '向左移动',
  moveRight: '向右移动',
  reopen: '重新打开关闭的标签',
}

export default tabMenu
