package dev.hpa.controller.state;

import dev.hpa.controller.shards.Shard;
import java.time.Instant;

/**
 * What a part of a checkpoint contains and who wrote it.
 *
 * @param lease the name of the Lease under which it was written
 * @param shard the shard whose autoscalers it contains
 * @param part from 0 to {@code parts - 1}
 * @param parts the number of ConfigMaps of the checkpoint
 * @param epoch counts the processes that loaded the checkpoint, so that the one that loaded it last
 *     recognizes what an earlier one has written since
 * @param writer identifies the process and run that wrote it
 * @param version the version of the controller that wrote it
 * @param writtenAt the wall-clock time of the writer, in milliseconds
 */
record CheckpointHeader(
    String lease,
    Shard shard,
    int part,
    int parts,
    long epoch,
    String writer,
    String version,
    Instant writtenAt) {}
