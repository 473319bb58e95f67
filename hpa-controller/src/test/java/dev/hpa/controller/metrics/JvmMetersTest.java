package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.client.CollectorRegistry;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JvmMetersTest {

  private final CollectorRegistry registry = new CollectorRegistry();
  private final JvmMeters meters = new JvmMeters(registry, name -> name.equals("jvm_info"));

  @AfterEach
  void close() {
    meters.close();
  }

  private ReadPage page() {
    return new ReadPage(PrometheusText.of(registry));
  }

  @Test
  void collectionsAreCountedByCollector() {
    double before = collections(page());
    System.gc();
    assertTrue(collections(page()) > before, () -> PrometheusText.of(registry));
  }

  private static double collections(ReadPage page) {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .mapToDouble(each -> page.value("jvm_gc_pause_seconds_count{gc=\"" + each + "\"}"))
        .sum();
  }

  @Test
  void allocatedBytesGrow() {
    double before = page().value("jvm_gc_memory_allocated_bytes_total");
    byte[] allocated = new byte[1 << 20];
    double after = page().value("jvm_gc_memory_allocated_bytes_total");
    assertTrue(after >= before + allocated.length, before + ", " + after);
  }

  @Test
  void longLivedObjectsHaveASizeAndAMaximum() {
    System.gc();
    double live = page().value("jvm_gc_live_data_size_bytes");
    double max = page().value("jvm_gc_max_data_size_bytes");
    assertTrue(0 < live && live < max, live + ", " + max);
  }

  @Test
  void familiesCanBeDisabled() {
    Set<String> families = new TreeSet<>(page().shapes().keySet());
    families.removeIf(each -> !each.startsWith("jvm_gc_") && !each.equals("jvm_info"));
    families.remove("jvm_gc_concurrent_phase_time_seconds");
    assertEquals(
        Set.of(
            "jvm_gc_live_data_size_bytes",
            "jvm_gc_max_data_size_bytes",
            "jvm_gc_memory_allocated_bytes_total",
            "jvm_gc_pause_seconds"),
        families);
  }
}
