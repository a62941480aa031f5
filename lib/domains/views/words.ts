/** 视图: a list as somebody likes to see it. */
const views = {
  names: {
    actions: {
      view: { add: '保存视图', save: '更新视图', remove: '删除视图', takeOver: '接管视图' },
    },
    objects: { view: '列表视图' },
  },
  title: '列表视图',
  standard: '标准视图',
  own: '我的视图',
  shared: '同事共享的视图',
  by: '{owner}共享',
  byLeft: '{owner}共享，账号已停用',
  none: '还没有保存的视图。设好筛选、排序和列，在下方起个名字保存。',
  name: '视图名称',
  nameFirst: '请先填写视图名称',
  share: '共享给能看此列表的同事',
  note: '视图保存筛选、排序与列，不保存搜索的内容。同事看到的仍是各自数据范围内的数据。',
  saveAs: '另存为新视图',
  update: '更新「{name}」',
  updated: '视图「{name}」已更新',
  added: '视图「{name}」已保存',
  makeDefault: '打开列表时默认用「{name}」',
  noDefault: '不再默认用「{name}」',
  remove: '删除「{name}」',
  removeTitle: '删除视图「{name}」?',
  removeShared: '使用此视图的同事也将看不到它。',
  removed: '视图「{name}」已删除',
  takeOver: '接管',
  takenOver: '视图「{name}」现在归您维护',
  full: '每个列表最多保存{max}个视图，请先删除不用的',
  taken: '您已有同名的视图',
  notOwn: '只有保存者本人可以修改或删除此视图，可另存为自己的视图',
  ownerStays: '视图的所有者仍在用，不能接管；可另存为自己的视图',
}

export default views
