package dev.hpa.cli.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.cli.ScaledProviders;
import dev.hpa.cli.dashboard.PageAddress;
import dev.hpa.cli.dashboard.ShadowDashboard;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.sandbox.Sandbox;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The dashboard of a sandbox: reads it through its API server, as a user that is not audited. */
final class SandboxDashboard implements AutoCloseable {

  private static final Duration HISTORY = Duration.ofHours(1);

  private final Timeline pace;
  private final ShadowDashboard dashboard;

  private SandboxDashboard(Timeline pace, ShadowDashboard dashboard) {
    this.pace = pace;
    this.dashboard = dashboard;
  }

  /**
   * Starts the dashboard.
   *
   * @param clock the time of the sandbox
   * @param speed cluster seconds per real second
   * @throws IOException if the address cannot be listened on
   */
  static SandboxDashboard start(Sandbox sandbox, PageAddress address, Timeline clock, double speed)
      throws IOException, KubeconfigException {
    Timeline pace = Timeline.real();
    try {
      ShadowDashboard dashboard =
          ShadowDashboard.start(
              connection(sandbox, clock),
              "",
              ControllerOptions.DEFAULTS,
              ScaledProviders.at(speed),
              ClientOptions.DEFAULTS,
              HISTORY,
              address,
              pace,
              clock);
      return new SandboxDashboard(pace, dashboard);
    } catch (IOException | KubeconfigException | RuntimeException failure) {
      pace.close();
      throw failure;
    }
  }

  /** The token of the observer does not change, so the file is not needed afterwards. */
  private static ClusterConnection connection(Sandbox sandbox, Timeline clock)
      throws IOException, KubeconfigException {
    Path kubeconfig = Files.createTempFile("sandbox-observer", ".kubeconfig");
    try {
      sandbox.writeKubeconfig(kubeconfig, sandbox.tokens().createObserverToken());
      return ClusterConnection.open(kubeconfig, null, clock);
    } finally {
      Files.delete(kubeconfig);
    }
  }

  /** The URL of the page. */
  URI page() {
    return dashboard.page();
  }

  @Override
  public void close() {
    dashboard.close();
    pace.close();
  }
}
