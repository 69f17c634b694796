import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Feature } from '../platform/features/feature.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { OperationCalls } from './calls/operation-calls.js';
import { ForeignOriginMiddleware } from './foreign-origin.middleware.js';
import { McpProtocol } from './mcp-protocol.js';
import { McpController } from './mcp.controller.js';
import { ToolDispatcher } from './tool-dispatcher.js';

@Feature({
  imports: [PlatformModule, DiscoveryModule],
  controllers: [McpController],
  providers: [McpProtocol, OperationCalls, ToolDispatcher],
})
export class McpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(WorkspaceMiddleware, ForeignOriginMiddleware).forRoutes('mcp');
  }
}
