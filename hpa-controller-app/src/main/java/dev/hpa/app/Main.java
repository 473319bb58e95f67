package dev.hpa.app;

import dev.hpa.app.cli.CommandLines;
import dev.hpa.app.cli.RunCommand;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** The program {@code hpa-controller}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    CommandLines.exitWith(() -> RunCommand.standalone(Main::uptime).execute(args));
  }

  private static Duration uptime() {
    return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
  }
}
