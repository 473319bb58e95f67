package dev.hpa.app;

import dev.hpa.app.cli.ControllerProgram;
import dev.hpa.app.cli.Programs;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;

/** The program {@code hpa-controller}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    Programs.exitWith(() -> run(writer(System.out), writer(System.err), args));
  }

  /**
   * Runs the program in this process.
   *
   * @return its exit status
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return new ControllerProgram("hpa-controller", "hpa-controller", Main::uptime, out, err)
        .execute(List.of(args));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  private static Duration uptime() {
    return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
  }
}
