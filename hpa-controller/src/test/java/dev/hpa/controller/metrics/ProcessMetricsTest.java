package dev.hpa.controller.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessMetricsTest {

  private final CollectorRegistry registry = new CollectorRegistry();

  ProcessMetricsTest() {
    ProcessMetrics.register(new MetricFamilies(registry, MetricsOptions.DEFAULTS));
  }

  private double value(String family) {
    return new ReadPage(PrometheusText.of(registry)).value(family);
  }

  @Test
  void memoryIsThatOfTheProcess() {
    double resident = value("process_resident_memory_bytes");
    assertTrue(resident > 1 << 20, () -> "resident: " + resident);
    assertTrue(value("process_virtual_memory_bytes") >= resident);
    assertTrue(value("process_virtual_memory_max_bytes") >= value("process_virtual_memory_bytes"));
  }

  @Test
  void octetsAreThoseOfTheColumnWithTheirName() throws IOException {
    double before = octets("InOctets");
    double received = value("process_network_receive_bytes_total");
    assertTrue(before <= received && received <= octets("InOctets"), before + ", " + received);
    double sentBefore = octets("OutOctets");
    double sent = value("process_network_transmit_bytes_total");
    assertTrue(sentBefore <= sent && sent <= octets("OutOctets"), sentBefore + ", " + sent);
  }

  private static double octets(String name) throws IOException {
    List<String[]> lines =
        Files.readAllLines(Path.of("/proc/self/net/netstat")).stream()
            .filter(line -> line.startsWith("IpExt:"))
            .map(line -> line.split(" ", -1))
            .toList();
    assertEquals(2, lines.size());
    return Double.parseDouble(lines.get(1)[List.of(lines.get(0)).indexOf(name)]);
  }
}
