import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyTimeOf } from '../http/requests/body-time.js';
import { contextOf } from '../tenancy/request-context.js';
import { watchPace } from './pace.js';
import { TransferPlaces } from './transfer-places.js';
import { Configuration } from '../config/configuration.js';

/** Gives a request whose body holds files the limits of uploads: a place among them, and a pace in place of a time. */
@Injectable()
export class IncomingTransfer {
  constructor(
    private readonly places: TransferPlaces,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Begins it. The place is given back when the answer has left.
   * @param visitor an address that stands for a client without a key; null for a key
   * @returns what ends the pace
   * @throws too_many_transfers_at_once
   */
  begin(request: Request, response: Response, visitor: string | null = null): () => void {
    const { workspaceId } = contextOf(request);
    if (workspaceId === undefined) throw new Error('An upload reached its handler without a workspace.');
    if (visitor === null) this.places.enter('upload', workspaceId, response);
    else this.places.enterAsVisitor(visitor, response);
    const time = bodyTimeOf(request);
    time?.stop();
    const { socket } = request;
    const end = watchPace(
      () => socket.bytesRead,
      this.configuration.transferBytesPerSecond,
      () => {
        if (!request.complete) time?.end();
      },
    );
    return () => {
      end();
      // What a refused client goes on to send has the time of any other body.
      if (!request.complete) time?.begin();
    };
  }
}
