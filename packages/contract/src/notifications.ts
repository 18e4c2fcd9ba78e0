import { NOTIFICATION_KINDS } from '@tandem/core';
import * as z from 'zod';
import { operation } from './operation.ts';
import { callerType, flag, id, idParams, page, paging, taskStatus as status, timestamp } from './shapes.ts';

const notification = z
  .object({
    id,
    kind: z.enum(NOTIFICATION_KINDS),
    task: z.object({ taskNumber: z.int(), title: z.string(), status }),
    actor: z.object({ name: z.string(), type: callerType }),
    from: status.nullable(),
    to: status.nullable(),
    reason: z.string().nullable(),
    commentId: z.string().nullable(),
    excerpt: z.string().nullable(),
    readAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Notification' });

export const notifications = {
  list: operation({
    id: 'notifications.list',
    method: 'get',
    path: '/api/v1/notifications',
    access: 'tasks:read',
    summary: "List the caller's notifications, newest first",
    query: paging.extend({ unread: flag }),
    responses: { 200: page(notification) },
    errors: ['FORBIDDEN'],
  }),
  markAllRead: operation({
    id: 'notifications.markAllRead',
    method: 'post',
    path: '/api/v1/notifications/read-all',
    access: 'tasks:write',
    summary: 'Mark all notifications as read',
    responses: { 204: null },
    errors: ['FORBIDDEN'],
  }),
  markRead: operation({
    id: 'notifications.markRead',
    method: 'post',
    path: '/api/v1/notifications/:id/read',
    access: 'tasks:write',
    summary: 'Mark a notification as read; repeatable',
    params: idParams,
    responses: { 200: notification },
    errors: ['FORBIDDEN'],
  }),
};
