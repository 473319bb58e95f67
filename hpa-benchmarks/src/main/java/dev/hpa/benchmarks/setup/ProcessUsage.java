package dev.hpa.benchmarks.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** CPU time and memory of a process. Memory is available on Linux only. */
public final class ProcessUsage {

  private ProcessUsage() {}

  /** Returns the user and system CPU time; zero if the process has exited. */
  public static Duration cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Returns the resident set size in bytes; 0 if it is not available. */
  public static long residentBytes(ProcessHandle process) {
    return bytes(process, "VmRSS:");
  }

  /** Returns the peak resident set size in bytes; 0 if it is not available. */
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
    } catch (IOException unavailable) {
      return 0;
    }
  }
}
