package dev.hpa.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;

/** The program {@code hpa-controller} run in this process, with its exit status and output. */
record Program(int status, String out, String err) {

  static Program run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = RunCommand.standalone(() -> Duration.ZERO);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int status = line.execute(args);
    return new Program(status, out.toString(), err.toString());
  }

  List<String> lines() {
    return out.lines().toList();
  }
}
