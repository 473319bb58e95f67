// What the guide has its readers give to the controller.
assert new File(basedir, 'target/plugins/backlog/backlog-provider-1.0.0.jar').isFile()
