/** A page of somebody else inside a tab of ours. */
const externalFrame = {
  refused: '“{name}”的地址不在允许范围内，请联系管理员',
  ownWindow: '“{name}”在新窗口中打开',
  failed: '“{name}”没有加载成功，请检查网络后重试',
  openInNewWindow: '新窗口打开',
}

export default externalFrame
