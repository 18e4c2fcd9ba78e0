/** Saved views of the tasks. */
export const views = {
  title: 'Views',
  mine: 'My tasks',
  view: 'View',
  actions: (name: string) => `View ${name}`,
  save: 'Save view',
  saveAs: 'Save as a new view…',
  update: 'Save the current filters',
  edit: 'Rename or share…',
  delete: 'Delete view',
  name: 'Name',
  share: 'Share with everyone in the workspace',
  saved: (name: string) => `Saved view ${name}`,
  deleted: (name: string) => `Deleted view ${name}`,
  more: (count: number) => (count === 1 ? '1 more filter' : `${count} more filters`),
};
