import { Link } from '@tanstack/react-router';

interface TaskLinkProps {
  readonly task: { readonly taskNumber: number; readonly title: string };
}

export const TaskLink = ({ task: { taskNumber, title } }: TaskLinkProps) => (
  <Link to="/tasks/$taskNumber" params={{ taskNumber: String(taskNumber) }}>
    #{taskNumber} {title}
  </Link>
);
