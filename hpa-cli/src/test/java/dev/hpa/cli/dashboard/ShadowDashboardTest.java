package dev.hpa.cli.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.plugins.ProviderConfig;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShadowDashboardTest {

  @Test
  void theRootOfTheServerLeadsToThePage(@TempDir Path folder) throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Timeline time = Timeline.real();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
      sandbox.writeKubeconfig(kubeconfig);
      try (ShadowDashboard dashboard =
          ShadowDashboard.start(
              ClusterConnection.open(kubeconfig, null, time),
              ControllerOptions.DEFAULTS,
              ProviderConfig.DEFAULT,
              Duration.ofHours(1),
              PageAddress.parse("--address", "127.0.0.1:0"),
              time,
              time)) {
        HttpURLConnection root = connect(dashboard.page().resolve("/"));
        assertEquals(308, root.getResponseCode());
        assertEquals("/dashboard/", root.getHeaderField("Location"));
        assertEquals(404, connect(dashboard.page().resolve("/other")).getResponseCode());
      }
    }
  }

  private static HttpURLConnection connect(URI page) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
    connection.setInstanceFollowRedirects(false);
    return connection;
  }
}
