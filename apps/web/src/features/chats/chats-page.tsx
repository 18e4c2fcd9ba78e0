import { Outlet } from '@tanstack/react-router';

export const ChatsPage = () => <Outlet />;
