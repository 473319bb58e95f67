package dev.hpa.benchmarks.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A control group of Linux that limits the CPU of the processes in it, as the limit of a container
 * does. Works with version 1 and 2 of control groups, for users that may create one.
 */
public final class CpuLimit implements AutoCloseable {

  private static final int PERIOD_MICROS = 100_000;
  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  private final Path group;

  private CpuLimit(Path group) {
    this.group = group;
  }

  /**
   * Creates a group.
   *
   * @param milli limit in milli-CPUs, at least 10
   * @throws IOException if groups are not available or not permitted
   */
  public static CpuLimit of(int milli) throws IOException {
    boolean unified = Files.exists(ROOT.resolve("cgroup.controllers"));
    Path group =
        ROOT.resolve(unified ? "" : "cpu").resolve("hpa-bench-" + ProcessHandle.current().pid());
    long quota = (long) milli * PERIOD_MICROS / 1000;
    Files.createDirectories(group);
    if (unified) {
      Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
    } else {
      Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
      Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
    }
    return new CpuLimit(group);
  }

  /** Returns the words before a command that run it in the group. */
  public List<String> prefix() {
    return List.of(
        "sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$0\" \"$@\"");
  }

  /** Removes the group, whose processes must have ended. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(group);
  }
}
