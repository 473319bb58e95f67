package dev.hpa.controller.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Metrics of the process, with the standard names of Prometheus clients. Values that the operating
 * system does not report are omitted.
 */
public final class ProcessMetrics {

  private static final Path PROC = Path.of("/proc/self");
  private static final double UNLIMITED = 0x1p64;

  private ProcessMetrics() {}

  static void register(MetricFamilies families) {
    startTime(families, "");
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      families.readCounter(
          "process_cpu_seconds_total",
          "Total user and system CPU time spent in seconds.",
          () -> system.getProcessCpuTime() / 1e9);
      families.readGauge(
          "process_open_fds",
          "Number of open file descriptors.",
          system::getOpenFileDescriptorCount);
      families.readGauge(
          "process_max_fds",
          "Maximum number of open file descriptors.",
          system::getMaxFileDescriptorCount);
    }
    families.readGauge(
        "process_resident_memory_bytes",
        "Resident memory size in bytes.",
        List.of(),
        readable(() -> kilobytes("VmRSS:")));
    families.readGauge(
        "process_virtual_memory_bytes",
        "Virtual memory size in bytes.",
        List.of(),
        readable(() -> kilobytes("VmSize:")));
    families.readGauge(
        "process_virtual_memory_max_bytes",
        "Maximum amount of virtual memory available in bytes.",
        List.of(),
        readable(ProcessMetrics::addressSpace));
    families.readCounter(
        "process_network_receive_bytes_total",
        "Number of bytes received by the process over the network.",
        List.of(),
        readable(() -> octets("InOctets")));
    families.readCounter(
        "process_network_transmit_bytes_total",
        "Number of bytes sent by the process over the network.",
        List.of(),
        readable(() -> octets("OutOctets")));
  }

  public static void startTime(MetricFamilies families, String stability) {
    double start = ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3;
    families.readGauge(
        "process_start_time_seconds",
        stability + "Start time of the process since unix epoch in seconds.",
        () -> start);
  }

  /** Nothing where the system has no such file, or writes another form into it. */
  private static Supplier<Map<List<String>, Double>> readable(DoubleSupplier value) {
    return () -> {
      try {
        return Map.of(List.of(), value.getAsDouble());
      } catch (UncheckedIOException | IllegalArgumentException unreadable) {
        return Map.of();
      }
    };
  }

  private static double kilobytes(String key) {
    return Double.parseDouble(words(linesOf("status", key).getFirst())[1]) * 1024;
  }

  private static double addressSpace() {
    String soft = words(linesOf("limits", "Max address space").getFirst())[3];
    return soft.equals("unlimited") ? UNLIMITED : Double.parseDouble(soft);
  }

  /** Two lines, of names and of values in the same order. */
  private static double octets(String name) {
    List<String> lines = linesOf("net/netstat", "IpExt:");
    int place = List.of(words(lines.getFirst())).indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException("no " + name);
    }
    return Double.parseDouble(words(lines.getLast())[place]);
  }

  /** All lines with this start; at least one. */
  private static List<String> linesOf(String file, String start) {
    List<String> found = new ArrayList<>();
    for (String line : text(file).split("\n", -1)) {
      if (line.startsWith(start)) {
        found.add(line);
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no " + start);
    }
    return found;
  }

  private static String text(String file) {
    try {
      return Files.readString(PROC.resolve(file), StandardCharsets.ISO_8859_1);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String[] words(String line) {
    return line.strip().split("\\s+");
  }
}
