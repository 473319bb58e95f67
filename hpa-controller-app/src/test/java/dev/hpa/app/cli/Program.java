package dev.hpa.app.cli;

import dev.hpa.app.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** The program {@code hpa-controller} run in this process, with its exit status and output. */
record Program(int status, String out, String err) {

  static Program run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Program(status, out.toString(), err.toString());
  }

  List<String> lines() {
    return out.lines().toList();
  }
}
