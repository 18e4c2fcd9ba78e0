import type { Tandem } from '@tandem/core';
import { deliver } from './live.ts';
import { renewConcerned } from './rights.ts';
import type { Channel } from './stream.ts';
import { end } from './writing.ts';

/** The channels of all workspaces with open streams. */
export type Channels = Map<string, Channel>;

/** The channel of a workspace, which follows the log from its first stream on. */
export function channelOf(tandem: Tandem, channels: Channels, workspaceId: string): Channel {
  const open = channels.get(workspaceId);
  if (open) return open;
  const { ready, stop } = tandem.events.tail.listen(workspaceId, (events, upTo) => {
    channel.delivery = channel.delivery
      .then(async () => {
        await renewConcerned(tandem, channel, events);
        await deliver(channel, events, upTo);
      })
      // Readers that missed these events must reconnect to get them.
      .catch(() => {
        for (const stream of channel.streams) end(stream);
      });
    return channel.delivery;
  });
  const channel: Channel = {
    workspaceId,
    streams: new Set(),
    upTo: 0,
    ready: ready.then((last) => {
      channel.upTo = Math.max(channel.upTo, last);
    }),
    delivery: Promise.resolve(),
    stop,
  };
  channel.ready.catch(() => {
    stop();
    if (channels.get(workspaceId) === channel) channels.delete(workspaceId);
  });
  channels.set(workspaceId, channel);
  return channel;
}

/** Stops following the log of a workspace without streams. */
export function closeUnused(channels: Channels, channel: Channel): void {
  if (channel.streams.size > 0 || channels.get(channel.workspaceId) !== channel) return;
  channel.stop();
  channels.delete(channel.workspaceId);
}
