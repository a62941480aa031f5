/** The picture viewer. */
const pictures = {
  viewer: '图片查看',
  count: '{index} / {total}',
  previous: '上一张 (←)',
  next: '下一张 (→)',
  zoomIn: '放大 (+)',
  zoomOut: '缩小 (−)',
  scale: '缩放比例',
  fit: '适应窗口 (0)',
  rotate: '旋转 (R)',
  show: '查看{label} {name}',
  download: '下载',
  failed: '图片加载失败',
  none: '还没有上传材料',
  fresh: '新',
}

export default pictures
