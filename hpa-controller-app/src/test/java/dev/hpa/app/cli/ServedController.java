package dev.hpa.app.cli;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.process.ControllerProcess;
import dev.hpa.sandbox.server.FreePorts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A controller of a cluster, whose port asks the same cluster who its callers are. */
public final class ServedController implements AutoCloseable {

  private final ControllerProcess process;

  private ServedController(ControllerProcess process) {
    this.process = process;
  }

  /**
   * Opens the port; the controller reconciles while {@link #run} runs.
   *
   * @param flags besides those of the cluster and the port
   */
  public static ServedController start(Path kubeconfig, Timeline time, String... flags)
      throws Exception {
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "--kubeconfig=" + kubeconfig,
                    "--authentication-kubeconfig=" + kubeconfig,
                    "--authorization-kubeconfig=" + kubeconfig,
                    "--bind-address=127.0.0.1",
                    "--secure-port=" + FreePorts.next(),
                    "--leader-elect=false"),
                Stream.of(flags))
            .toList();
    return new ServedController(
        ControllerProcess.open(
            RunLine.options(arguments.toArray(String[]::new)), time, time.now()));
  }

  public URI address() {
    return URI.create("https://127.0.0.1:" + process.port());
  }

  /** Reconciles until its thread is interrupted. */
  public void run() {
    try {
      String ignored = process.run();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until HPAs and pods are listed. */
  public void awaitListed() throws InterruptedException {
    if (!process.controller().awaitStarted(Duration.ofMinutes(1))) {
      throw new IllegalStateException("the controller has not listed its cluster in a minute");
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
