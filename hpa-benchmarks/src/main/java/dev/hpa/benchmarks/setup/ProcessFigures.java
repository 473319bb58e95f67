package dev.hpa.benchmarks.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the operating system tells of a process. Memory is told on Linux only. */
public final class ProcessFigures {

  private ProcessFigures() {}

  /** The CPU time it has used, user and system; zero when it has ended. */
  public static Duration cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** What it has in memory now, in bytes; zero when that is not told. */
  public static long residentBytes(ProcessHandle process) {
    return bytes(process, "VmRSS:");
  }

  /** The most it ever had in memory, in bytes; zero when that is not told. */
  public static long peakResidentBytes(ProcessHandle process) {
    return bytes(process, "VmHWM:");
  }

  private static long bytes(ProcessHandle process, String name) {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException untold) {
      return 0;
    }
  }
}
